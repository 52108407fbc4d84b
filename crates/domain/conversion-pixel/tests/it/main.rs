//! What holds from outside: the reference cases of both platforms.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod reference_cases;
