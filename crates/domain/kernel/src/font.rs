use std::fmt;

macro_rules! fonts {
    ($($variant:ident = $name:literal,)*) => {
        /// One of the twelve fonts for labels and texts.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Font {
            $(#[doc = $name] $variant,)*
        }

        impl Font {
            /// Every font, in the order of the documentation.
            pub const ALL: [Self; 12] = [$(Self::$variant,)*];

            /// Error text for a name of no font: `must be one of: Inter, …`.
            pub const EXPECTED: &str = fonts!(@expected $($name,)*);

            /// Finds a font by its exact name.
            pub fn parse(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }

            /// Display name, such as `Open Sans`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
    (@expected $first:literal, $($name:literal,)*) => {
        concat!("must be one of: ", $first, $(", ", $name,)*)
    };
}

fonts! {
    Inter = "Inter",
    Roboto = "Roboto",
    OpenSans = "Open Sans",
    Lato = "Lato",
    Montserrat = "Montserrat",
    Poppins = "Poppins",
    Raleway = "Raleway",
    Nunito = "Nunito",
    Oswald = "Oswald",
    PlayfairDisplay = "Playfair Display",
    BebasNeue = "Bebas Neue",
    Pacifico = "Pacifico",
}

impl fmt::Display for Font {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

crate::text_value!(Font, "one of the twelve fonts, such as Inter");

impl Font {
    /// Font name for file names and URLs, such as `open-sans`.
    pub fn slug(self) -> String {
        self.name().to_ascii_lowercase().replace(' ', "-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_text_lists_every_font() {
        let names = Font::ALL.map(Font::name).join(", ");
        assert_eq!(Font::EXPECTED, format!("must be one of: {names}"));
    }
}
