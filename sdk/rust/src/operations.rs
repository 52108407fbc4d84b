//! Macros that turn the generated descriptions of operations into methods and types.

use bytes::Bytes;
use reqwest::Method;
use serde::Serialize;

use crate::raw::Call;

/// Declares the nouns of the API: for each a type, and the method of [`Client`](crate::Client) that returns it.
macro_rules! nouns {
    ($($(#[$docs:meta])* $noun:ident: $type:ident;)+) => {
        $(
            $(#[$docs])*
            #[derive(Debug, Clone)]
            pub struct $type {
                client: $crate::client::Client,
            }
        )+

        impl $crate::client::Client {
            $(
                $(#[$docs])*
                pub fn $noun(&self) -> $type {
                    $type { client: self.clone() }
                }
            )+
        }
    };
}

/// Declares the operations of a noun.
///
/// ```text
/// operations! {
///     Things:
///
///     /// Documentation of the method.
///     fn list(path id: i64, query "domain" domain: &str) -> json types::ThingList {
///         ThingsList = GET "/things/{id}" as "things_list", Paged(items: types::Thing);
///         /// Documentation of an optional query parameter.
///         "limit" limit: i64;
///     }
/// }
/// ```
///
/// - The word before an argument is a method of [`Arguments`]. A query parameter also has its name on the wire.
/// - The word before the type of the result is a function of [`read`](crate::request::read).
/// - The first line of the body names the type of the operation, the endpoint, the `operationId`, and the traits that the
///   type implements besides [`Operation`](crate::request::Operation).
/// - The lines that follow are optional query parameters: each becomes a method of the request.
macro_rules! operations {
    ($noun:ident: $(
        $(#[$docs:meta])*
        fn $verb:ident($($role:ident $($name:literal)? $argument:ident: $type:ty),* $(,)?) -> $reader:ident $output:ty {
            $kind:ident = $method:ident $path:literal as $id:literal $(, $trait:ident $(($($paged:tt)+))?)*;
            $($(#[$about:meta])* $wire:literal $option:ident: $value:ty;)*
        }
    )+) => {
        impl $noun {
            $(
                $(#[$docs])*
                pub fn $verb(&self $(, $argument: $type)*) -> $crate::request::Request<$kind> {
                    let arguments = $crate::operations::Arguments::default()$(.$role($($name,)? $argument))*;
                    $crate::request::Request::new(&self.client, arguments)
                }
            )+
        }

        $(
            #[doc = concat!("`", stringify!($method), " ", $path, "`")]
            #[derive(Debug, Clone, Copy)]
            pub enum $kind {}

            impl $crate::request::Operation for $kind {
                type Output = $output;
                const ID: &'static str = $id;
                const METHOD: reqwest::Method = reqwest::Method::$method;
                const PATH: &'static str = $path;
                const KEYED: bool = operations!(@is_keyed $($trait)*);

                fn read(body: bytes::Bytes) -> $crate::Result<$output> {
                    $crate::request::read::$reader(body)
                }
            }

            $(operations!(@implement $trait $(($($paged)+))? for $kind -> $output);)*
            operations!(@options $kind $($(#[$about])* $wire $option: $value;)*);
        )+
    };

    (@is_keyed) => { false };
    (@is_keyed Keyed $($rest:ident)*) => { true };
    (@is_keyed $other:ident $($rest:ident)*) => { operations!(@is_keyed $($rest)*) };

    (@implement Paged($items:ident: $item:ty) for $kind:ident -> $page:ty) => {
        impl $crate::request::Paged for $kind {
            type Item = $item;

            fn split(page: $page) -> (Vec<$item>, Option<String>) {
                (page.$items, page.next_cursor)
            }

            fn next_cursor(page: &$page) -> Option<&str> {
                page.next_cursor.as_deref()
            }
        }
    };
    (@implement $trait:ident for $kind:ident -> $output:ty) => {
        impl $crate::request::$trait for $kind {}
    };

    (@options $kind:ident) => {};
    (@options $kind:ident $($(#[$about:meta])* $wire:literal $option:ident: $value:ty;)+) => {
        impl $crate::request::Request<$kind> {
            $(
                $(#[$about])*
                pub fn $option(self, value: $value) -> Self {
                    self.with_query($wire, value)
                }
            )+
        }
    };
}

pub(crate) use {nouns, operations};

/// Arguments of an operation, each added by the method that its description names.
#[derive(Default)]
pub(crate) struct Arguments {
    places: Vec<String>,
    query: Vec<(&'static str, String)>,
    body: Body,
}

#[derive(Default)]
enum Body {
    #[default]
    None,
    Json(serde_json::Result<Vec<u8>>),
    File(Bytes),
}

impl Arguments {
    /// Fills the next place of the path.
    pub(crate) fn path(mut self, value: impl ToString) -> Self {
        self.places.push(value.to_string());
        self
    }

    /// Adds a required query parameter.
    pub(crate) fn query(mut self, name: &'static str, value: impl ToString) -> Self {
        self.query.push((name, value.to_string()));
        self
    }

    /// Sends this value as the JSON body.
    pub(crate) fn json(self, body: &impl Serialize) -> Self {
        Self { body: Body::Json(serde_json::to_vec(body)), ..self }
    }

    /// Sends this content as the body.
    pub(crate) fn file(self, content: impl Into<Bytes>) -> Self {
        Self { body: Body::File(content.into()), ..self }
    }

    /// Builds the call; the error says why it can't be sent.
    pub(crate) fn into_call(self, method: Method, template: &str) -> Result<Call, String> {
        let places: Vec<&str> = self.places.iter().map(String::as_str).collect();
        let call = Call::new(method, template, &places).map_err(|error| error.message().to_string())?;
        let call = self.query.iter().fold(call, |call, (name, value)| call.query(name, value));
        match self.body {
            Body::None => Ok(call),
            Body::Json(Ok(text)) => Ok(call.json(text)),
            Body::Json(Err(error)) => Err(format!("the body can't be written as JSON: {error}")),
            Body::File(content) => Ok(call.file(content)),
        }
    }
}
