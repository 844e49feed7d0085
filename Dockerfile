# Installs the Debian package, which contains the console, the server, Node and PostgreSQL.
FROM node:26-bookworm AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm run package

FROM debian:bookworm-slim
COPY --from=build /src/dist/*.deb /tmp/
# The user exists before the package is installed, so that its id is the same in every build.
RUN useradd --system --user-group --uid 10001 --home-dir /var/lib/gatehouse --shell /usr/sbin/nologin gatehouse \
  && apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates /tmp/*.deb \
  && rm -rf /tmp/*.deb /var/lib/apt/lists/*

WORKDIR /usr/lib/gatehouse
ENV DATA_DIR=/var/lib/gatehouse HOST=0.0.0.0 PORT=8080
USER 10001:10001
VOLUME /var/lib/gatehouse
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["/usr/lib/gatehouse/bin/node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; fetch(`http${process.env.TLS_CERT ? 's' : ''}://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/lib/gatehouse/bin/node", "packages/server/src/main.ts"]
