import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import astroI18next from 'astro-i18next'
import { defineConfig } from 'astro/config'
import {
  bundleBoot,
  bundleEarlyCalls,
  bundleExchange,
  bundleFindShell,
  bundleKeepEntryPlace,
  bundleRestoreAddress,
  bundleLoadWatch,
} from './src/app/boot/bundle-inline-scripts.ts'
import { OLDEST_BROWSERS } from './src/app/build/oldest-browsers.ts'
import { codeSplittingGroups } from './src/app/build/chunk-groups.build.ts'
import { onDemandScriptPlugin } from './src/app/build/on-demand-script.build.ts'
import { contentReload } from './src/app/content/reload.build.ts'
import { bundleSearch, searchTexts } from './src/app/search/bundle.build.ts'
import { bundleNearness } from './src/features/info/screens/hospitals/bundle-nearness.build.ts'
import { lazyModules } from './src/app/build/lazy-modules.build.ts'
import { leaveOutUnusedCode } from './src/app/build/leave-out-unused-code.build.ts'
import { preloadDependencies } from './src/app/build/preload-dependencies.build.ts'
import { sharedChunks } from './src/app/build/shared-chunks.build.ts'
import { siteInPrint } from './src/app/build/site-in-print.build.ts'
import { serveWordFiles } from './src/app/build/serve-word-files.build.ts'

const search = bundleSearch()
const exchange = bundleExchange()
const nearness = bundleNearness()
const shared = sharedChunks()
const boot = bundleBoot({ search: `/${search.file}`, exchange: `/${exchange.file}` })
const loadWatch = bundleLoadWatch()
const earlyCalls = bundleEarlyCalls(false)
const earlyForms = bundleEarlyCalls(true)
const findShell = bundleFindShell()
const restoreAddress = bundleRestoreAddress()
const keepEntryPlace = bundleKeepEntryPlace()
const siteUrl = process.env.PUBLIC_SITE_URL ?? 'http://localhost:4321'
const apiOrigin = process.env.PUBLIC_API_BASE ? ` ${new URL(process.env.PUBLIC_API_BASE).origin}` : ''
/** What builds keep for one another; the bench has a fresh one for each of its own. */
const cache = process.env.CACHE_DIR ?? '.cache'
const devApi = `http://127.0.0.1:${process.env.API_PORT ?? 4322}`

/** Hands the scripts that are written into pages, bundled once, to the layouts. */
const bootPlugin = {
  name: 'boot-script',
  resolveId: (id) => (id === 'virtual:boot' ? '\0virtual:boot' : undefined),
  load: (id) =>
    id === '\0virtual:boot'
      ? Object.entries({ boot, loadWatch, earlyCalls, earlyForms, findShell, restoreAddress, keepEntryPlace })
          .map(
            ([name, { text, hash }]) =>
              `export const ${name} = ${JSON.stringify(text)}\nexport const ${name}Hash = ${JSON.stringify(hash)}`,
          )
          .concat(`export const nearness = ${JSON.stringify(`/${nearness.file}`)}`)
          .join('\n')
      : undefined,
}

export default defineConfig({
  site: siteUrl,
  output: 'static',
  // `PARTS=1 astro dev`: the page of all parts in all their states (`tests/parts`) instead of the site.
  srcDir: process.env.PARTS ? './tests/parts' : './src',
  outDir: process.env.OUT_DIR ?? 'dist',
  cacheDir: `${cache}/astro`,
  trailingSlash: 'never',
  compressHTML: true,
  // Pages wait for the disk more than they reckon: eight at a time took a third off the build.
  build: { concurrency: 8, format: 'file', assets: 'assets', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  integrations: [astroI18next({ configPath: './astro-i18next.config.ts' }), react()],
  security: {
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'self'",
        `connect-src 'self'${apiOrigin}`,
        `img-src 'self' data: blob:${apiOrigin}`,
        "font-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        `form-action 'self'${apiOrigin}`,
      ],
      scriptDirective: {
        hashes: [boot.hash, loadWatch.hash, earlyCalls.hash, restoreAddress.hash, keepEntryPlace.hash],
      },
    },
  },
  vite: {
    cacheDir: `${cache}/vite`,
    // `license`: the notices that the licences of bundled packages ask for.
    build: { target: OLDEST_BROWSERS, cssTarget: OLDEST_BROWSERS, license: { fileName: 'licences.txt' } },
    plugins: [
      tailwindcss(),
      siteInPrint(siteUrl),
      bootPlugin,
      onDemandScriptPlugin(search, () => bundleSearch(true)),
      searchTexts(),
      onDemandScriptPlugin(exchange, () => bundleExchange()),
      onDemandScriptPlugin(nearness, bundleNearness),
      leaveOutUnusedCode(process.env.PARTS ? [] : undefined),
      preloadDependencies(),
      lazyModules(),
      shared.plugin,
      contentReload(),
      serveWordFiles(),
    ],
    environments: {
      // Every chunk names those it loads. Hashes do not compress: one character less of each saves what a page's limit
      // has left.
      client: {
        build: {
          rolldownOptions: {
            output: {
              chunkFileNames: 'assets/[name].[hash:7].js',
              codeSplitting: { groups: [...codeSplittingGroups(), shared.group] },
            },
          },
        },
      },
    },
    server: {
      // A build beside a preview must not reload its pages.
      watch: { ignored: ['**/dist.new/**', '**/dist.old/**'] },
      proxy: { '/index': devApi, '/file': devApi, '/sandbox': devApi, '/healthz': devApi, '/status.json': devApi },
    },
  },
})
