//! Tests of the public interface: the reference cases of both platforms.

// With `cfg(test)`, lints treat the helpers of the module as test code.
#[cfg(test)]
mod reference_cases;
