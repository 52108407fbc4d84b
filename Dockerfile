# syntax=docker/dockerfile:1
# The program alone, for a PostgreSQL elsewhere. docs/operations/run.md says how to run it, and `cargo xtask image --test` tries it.

# The two images that it begins with, for who takes them from elsewhere.
ARG BUILD_IMAGE=rust:1.95.0-slim-bookworm
ARG RUN_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
# There is no clone inside: what `funnel --version` prints is given. `--build-arg FUNNEL_COMMIT=$(git rev-parse --short=12 HEAD)`
ARG FUNNEL_COMMIT=
ARG SOURCE_DATE_EPOCH=
# A date that is not given must not be an empty one: the C compiler refuses that.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    if [ -z "$SOURCE_DATE_EPOCH" ]; then unset SOURCE_DATE_EPOCH; fi \
    && cargo build --release --locked --package funnel \
    && cp target/release/funnel /funnel \
    && mkdir /data

# glibc, root certificates and a user without rights; no shell.
FROM ${RUN_IMAGE}
COPY --from=build /funnel /usr/bin/funnel
COPY --from=build --chown=65532:65532 /data /var/lib/funnel
ENV FUNNEL_DATA_DIR=/var/lib/funnel \
    FUNNEL_API_ADDR=0.0.0.0:8080 \
    FUNNEL_EDGE_ADDR=0.0.0.0:8081 \
    FUNNEL_MANAGEMENT_ADDR=0.0.0.0:8082 \
    FUNNEL_DASHBOARD_ADDR=0.0.0.0:8085 \
    FUNNEL_LOG_FORMAT=json
# Touches that are not stored yet, and files where no S3-compatible server keeps them.
VOLUME ["/var/lib/funnel"]
EXPOSE 8080 8081 8082 8085
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 CMD ["/usr/bin/funnel", "health"]
ENTRYPOINT ["/usr/bin/funnel"]
CMD ["serve"]
