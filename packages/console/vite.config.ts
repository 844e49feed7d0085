import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin } from "vite";

const server = "http://localhost:8080";
/** The page of multimedia displays has its own small bundle, in its own folder. */
const screenFolder = "screen";

/** Builds the page of multimedia displays after the console; the development server serves both. */
function screenPage(): Plugin {
  return {
    name: "gatehouse:screen-page",
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url?.startsWith("/display/")) request.url = "/screen.html";
        next();
      });
    },
    closeBundle: {
      // After the console's assets are compressed.
      order: "post",
      sequential: true,
      handler: async () => {
        await build({
          configFile: false,
          root: import.meta.dirname,
          base: `/${screenFolder}/`,
          publicDir: false,
          logLevel: "warn",
          plugins: [react(), compressedAssets()],
          build: { ...shared, outDir: `dist/${screenFolder}`, rolldownOptions: { input: "screen.html" } },
        });
      },
    },
  };
}

/** Writes a .br and a .gz file beside every text asset, so that the server never compresses while answering. */
function compressedAssets(): Plugin {
  let folder = "";
  return {
    name: "gatehouse:compressed-assets",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        const files = await readdir(folder, { recursive: true });
        await Promise.all(
          files.filter((file) => /\.(js|css|svg)$/.test(file)).map((file) => compress(join(folder, file))),
        );
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    promisify(brotliCompress)(text, brotli).then((bytes) => writeFile(`${path}.br`, bytes)),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}

const shared = {
  manifest: true,
  // The Content-Security-Policy forbids data URLs for fonts and scripts.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  target: "es2023",
  // One stylesheet is smaller than its parts and never arrives after its page.
  cssCodeSplit: false,
} as const;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressedAssets(), screenPage()],
  server: { proxy: { "/api": { target: server, ws: true }, "/config.json": server } },
  build: {
    ...shared,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What sign-in needs.
            { name: "start", tags: ["$initial"], priority: 1 },
            // What many pages share, which would otherwise be a hundred small files.
            { name: "shared", minShareCount: 8 },
          ],
        },
      },
    },
  },
});
