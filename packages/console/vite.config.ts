import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const server = "http://localhost:8080";

/** Writes a .br and a .gz beside every text asset once, so that the server never compresses while answering. */
function compressedAssets(): Plugin {
  let folder = "";
  return {
    name: "gatehouse:compressed-assets",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files.filter((file) => /\.(js|css|svg)$/.test(file)).map((file) => compress(join(folder, file))),
      );
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

/** Asks for the text's typeface together with the page instead of after its stylesheet. */
function preloadedTypeface(): Plugin {
  return {
    name: "gatehouse:preloaded-typeface",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const typeface = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
        if (typeface === undefined) return [];
        const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${typeface}` };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressedAssets(), preloadedTypeface()],
  server: { proxy: { "/api": server, "/config.json": server } },
  build: {
    manifest: true,
    // Data URLs of fonts and scripts would need holes in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    // One stylesheet is smaller than its parts and never arrives after the page it is for.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // The bundler names such a file after every page that shares it.
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        // Without groups every small file that many pages share is a request of its own: one file for what sign-in
        // needs, others for what several pages need on top.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            // However many schemas come to share them, the rules never travel with a page that shows no form.
            { name: "rules", test: /[\\/]zod[\\/]/, priority: 1 },
            // Lists that are searched come with the forms that have them, and never with what merely shares a part of them.
            {
              name: "choices",
              test: /[\\/]components[\\/](Combobox(?!.*(Chevron|parsed|is-options|\.module))|Select|MultiSelect|Autocomplete|PillsInput|Pill)[\\/]|[\\/](reference-input|field-input|multi-choice)\.tsx/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            {
              name: "shared",
              // The six pages of events are one, and none of the others needs a part of it.
              test: /^(?!.*[\\/](contract[\\/]src[\\/](fields|entities)|console[\\/]src[\\/]entities[\\/](event|ingest)[\\/]))/,
              minShareCount: 5,
              // What only some pages share stays out of the shell, unless it is too small for a request of its own.
              entriesAware: true,
              entriesAwareMergeThreshold: 20 * 1024,
            },
          ],
        },
      },
    },
  },
});
