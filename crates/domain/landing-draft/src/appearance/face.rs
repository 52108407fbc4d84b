macro_rules! faces {
    ($($variant:ident = $name:literal,)*) => {
        /// One of the twelve faces that labels and texts are set in.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Face {
            $(#[doc = $name] $variant,)*
        }

        impl Face {
            /// Every face, in the order of the documentation.
            pub const ALL: [Self; 12] = [$(Self::$variant,)*];

            /// The face with this name; names are exact.
            pub fn parse(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

faces! {
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

impl Face {
    /// Its name as files and addresses write it: `open-sans`.
    pub fn slug(self) -> String {
        self.name().to_ascii_lowercase().replace(' ', "-")
    }
}
