# Built with `docker build -t congress-trades .`; deploy/image.sh builds the same without a registry of images.
FROM node:26-bookworm-slim AS packages
WORKDIR /opt/congress-trades
COPY package.json package-lock.json .npmrc ./
COPY runtime runtime
COPY scripts scripts
RUN npm ci --omit=dev

FROM node:26-bookworm-slim
WORKDIR /opt/congress-trades
COPY package.json LICENSE ./
COPY bin bin
COPY src src
COPY --from=packages /opt/congress-trades/node_modules node_modules
RUN install -d -o node -g node -m 0700 /data
USER node
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "bin/check-health.js"]
ENTRYPOINT ["node", "/opt/congress-trades/bin/congress-trades.js"]
CMD ["serve"]
