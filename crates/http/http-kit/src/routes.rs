//! Registration of operations, either in an app or in the OpenAPI document.

use actix_web::dev::HttpServiceFactory;
use actix_web::web;
use utoipa_actix_web::OpenApiFactory;
use utoipa_actix_web::service_config::ServiceConfig as DocumentConfig;

/// Collects operations. Their documentation is built only for the document, because it takes
/// megabytes and every worker has an app of its own.
pub struct Routes<'a, 'c>(Goal<'a, 'c>);

enum Goal<'a, 'c> {
    Service(&'a mut web::ServiceConfig),
    Document(&'a mut DocumentConfig<'c>),
}

impl<'a, 'c> Routes<'a, 'c> {
    /// Registers operations in an app.
    pub fn served(app: &'a mut web::ServiceConfig) -> Self {
        Self(Goal::Service(app))
    }

    /// Registers operations in the document.
    pub fn documented(document: &'a mut DocumentConfig<'c>) -> Self {
        Self(Goal::Document(document))
    }

    /// Registers an operation.
    pub fn service(&mut self, operation: impl HttpServiceFactory + OpenApiFactory + 'static) -> &mut Self {
        match &mut self.0 {
            Goal::Service(app) => {
                app.service(operation);
            }
            Goal::Document(document) => {
                document.service(operation);
            }
        }
        self
    }
}
