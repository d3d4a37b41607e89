# Three images: `server` (site and API; the default), `front` (nginx with the built site), and what builds both.
# docker build --build-arg PUBLIC_SITE_URL=https://youfang.example -t youfang .

# The image of the release before, `server` or `front`: pages that are open ask for its scripts for some weeks more
# (docs/deploying.md, "In containers"). Without one there is nothing to keep.
ARG PREVIOUS=first-release

FROM scratch AS first-release
# Makes the empty folder.
WORKDIR /srv/youfang/dist

FROM ${PREVIOUS} AS before

FROM node:24-bookworm-slim AS build
WORKDIR /srv/youfang
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY astro.config.mjs astro-i18next.config.ts tsconfig.json ./
COPY src src
COPY content content
COPY public public
# They go into the pages: build for the address at which the site is served.
ARG PUBLIC_SITE_URL
ARG PUBLIC_API_BASE
ARG LICENSED_FOR
COPY --from=before /srv/youfang/dist before
# Copied here, because the build renames the folder that it replaces, and one of a layer below cannot be renamed.
RUN cp -a before dist && npm run build -- --lenient-dates

FROM node:24-bookworm-slim AS packages
WORKDIR /srv/youfang
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

# Its user may not become root, and writes only /tmp.
FROM nginxinc/nginx-unprivileged:1.28 AS front
COPY docs/hosting/front.conf /etc/nginx/conf.d/default.conf
COPY --from=build /srv/youfang/dist /srv/youfang/dist
COPY --from=build /srv/youfang/dist.hosting /srv/youfang/dist.hosting

FROM node:24-bookworm-slim AS server
# Nothing installs packages while it runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
WORKDIR /srv/youfang
COPY --from=packages /srv/youfang/node_modules node_modules
COPY package.json ./
COPY src src
COPY content content
COPY public/locales public/locales
COPY --from=build /srv/youfang/dist dist
# The only folder that is written: mount a volume, or a folder in memory where files are in an object store.
RUN mkdir -p /var/lib/youfang && chown node:node /var/lib/youfang && chmod 700 /var/lib/youfang
VOLUME /var/lib/youfang
ENV DATA_DIR=/var/lib/youfang NODE_ENV=production MALLOC_ARENA_MAX=1
USER node
EXPOSE 4321
# `/healthz`: restarting cures no absent database, which is what `/readyz` would say.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4321) + '/healthz').then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that it gets the signal to end: DRAIN_SECONDS (2) and six seconds at most.
CMD ["node", "--max-semi-space-size=8", "src/programs/server/main.ts"]
