/// One of the twelve faces that labels and texts are set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Inter.
    Inter,
    /// Roboto.
    Roboto,
    /// Open Sans.
    OpenSans,
    /// Lato.
    Lato,
    /// Montserrat.
    Montserrat,
    /// Poppins.
    Poppins,
    /// Raleway.
    Raleway,
    /// Nunito.
    Nunito,
    /// Oswald.
    Oswald,
    /// Playfair Display.
    PlayfairDisplay,
    /// Bebas Neue.
    BebasNeue,
    /// Pacifico.
    Pacifico,
}

impl Face {
    /// Every face with its name, in the order of the documentation.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Inter, "Inter"),
        (Self::Roboto, "Roboto"),
        (Self::OpenSans, "Open Sans"),
        (Self::Lato, "Lato"),
        (Self::Montserrat, "Montserrat"),
        (Self::Poppins, "Poppins"),
        (Self::Raleway, "Raleway"),
        (Self::Nunito, "Nunito"),
        (Self::Oswald, "Oswald"),
        (Self::PlayfairDisplay, "Playfair Display"),
        (Self::BebasNeue, "Bebas Neue"),
        (Self::Pacifico, "Pacifico"),
    ];

    /// The face with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(face, _)| *face)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(face, _)| *face == self).map_or("", |(_, name)| name)
    }
}
