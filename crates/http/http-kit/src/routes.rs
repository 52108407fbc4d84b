//! Where operations are put: into an app that serves them, or into the document about them.

use actix_web::dev::HttpServiceFactory;
use actix_web::web;
use utoipa_actix_web::OpenApiFactory;
use utoipa_actix_web::service_config::ServiceConfig as DocumentConfig;

/// Takes operations. Only for the document is each asked how it is documented: that takes megabytes, and every worker has an
/// app of its own.
pub struct Routes<'a, 'c>(Goal<'a, 'c>);

enum Goal<'a, 'c> {
    Service(&'a mut web::ServiceConfig),
    Document(&'a mut DocumentConfig<'c>),
}

impl<'a, 'c> Routes<'a, 'c> {
    /// Operations that are served.
    pub fn served(app: &'a mut web::ServiceConfig) -> Self {
        Self(Goal::Service(app))
    }

    /// Operations that are documented.
    pub fn documented(document: &'a mut DocumentConfig<'c>) -> Self {
        Self(Goal::Document(document))
    }

    /// Takes one operation.
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
