use utoipa::ToSchema;

/// The bytes of a file, as they are.
#[derive(Debug, ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct FileContent(pub Vec<u8>);
