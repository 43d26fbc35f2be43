# The service, built to JavaScript, as a user without rights. Configuration is in its environment: docs/services.md.
ARG NODE_IMAGE=node:20.20.2-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY schemas schemas
COPY projections projections
COPY routes routes
COPY src src
RUN npm run build
# What is read at run time lies beside the code that was built: migrations, tables, schemas, routes, pages.
RUN find schemas projections routes src -type f ! -name '*.ts' -exec cp --parents --target-directory dist {} +

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    HEADRACE_DATA=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=dependencies /build/node_modules node_modules
COPY package.json ./
COPY --from=build /build/dist ./
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.js"]
