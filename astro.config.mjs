import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import astroI18next from 'astro-i18next'
import { defineConfig } from 'astro/config'
import { bundleBoot, bundleExchange, bundleLoadWatch } from './src/app/boot/build.ts'
import { OLDEST_BROWSERS } from './src/app/oldest-browsers.ts'
import { onDemandScriptPlugin } from './src/app/on-demand-script.build.ts'
import { contentReload } from './src/app/content/reload.build.ts'
import { bundleSearch, searchIndex } from './src/app/search/bundle.build.ts'
import { leaveOutUnusedCode } from './src/app/leave-out-unused-code.build.ts'

const search = bundleSearch()
const exchange = bundleExchange()
const boot = bundleBoot({ search: `/${search.file}`, exchange: `/${exchange.file}` })
const loadWatch = bundleLoadWatch()
const apiOrigin = process.env.PUBLIC_API_BASE ? ` ${new URL(process.env.PUBLIC_API_BASE).origin}` : ''
/** What builds keep for one another; the bench has a fresh one for each of its own. */
const cache = process.env.CACHE_DIR ?? '.cache'
const devApi = `http://127.0.0.1:${process.env.API_PORT ?? 4322}`

/**
 * What nearly every island stands on, as one file: many small ones compress badly and cost a request each. Nothing in here may be asked for by the
 * scripts of information pages, which would get all of it.
 */
const ISLAND_BASE = /[\\/](?:@nanostores[\\/]react|react[\\/](?:cjs[\\/]react-jsx-runtime|jsx-runtime)|src[\\/]app[\\/](?:island|words|toasts|toast-store|lazy|call-failure-words|use-load|use-tab-state|rich-text|time-limit|unsupported-browser)\.tsx?|src[\\/]ui[\\/](?:Icon|Button|TextLink|Notice|Empty|Skeleton|ErrorSummary|SumLine|Steps)\.tsx|src[\\/]lib[\\/](?:contact|limits|money|person-names|site)\.ts)/

/** What islands and the scripts of information pages both use stays apart, so that those pages get no more than this. */
const PLAIN_BASE = /[\\/]src[\\/](?:lib[\\/](?:dates|locale)|app[\\/]api-base)\.ts/

/** How an information page asks the server something (`feedback-form.ts`), once somebody does: the schemas and the requester, without the rest of an island's shell. */
const CALLS = /[\\/](?:node_modules[\\/](?:zod|ofetch|ufo|destr)[\\/]|src[\\/](?:app[\\/](?:api|reply|storage|keys)|lib[\\/](?:contract|errors|device))\.ts)/

/** Words for what is drawn later; not in `plain`, which pages load before anything is asked for. */
const WORDS = /[\\/]src[\\/]app[\\/]translate\.ts/

/** What Vite loads later parts with: a page that has nothing but a later part must not get the islands' base for it. */
const PRELOAD_HELPER = /[\\/]src[\\/]app[\\/]preload-helper\.ts/

/** Hands the scripts that are written into pages, bundled once, to the layouts. */
const bootPlugin = {
  name: 'boot-script',
  resolveId: (id) => (id === 'virtual:boot' ? '\0virtual:boot' : undefined),
  load: (id) => (id === '\0virtual:boot' ? `export const boot = ${JSON.stringify(boot.text)}\nexport const loadWatch = ${JSON.stringify(loadWatch.text)}` : undefined),
}

export default defineConfig({
  site: process.env.PUBLIC_SITE_URL ?? 'http://localhost:4321',
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
      scriptDirective: { hashes: [boot.hash, loadWatch.hash] },
    },
  },
  vite: {
    cacheDir: `${cache}/vite`,
    build: { target: OLDEST_BROWSERS, cssTarget: OLDEST_BROWSERS },
    plugins: [tailwindcss(), bootPlugin, onDemandScriptPlugin(search, () => bundleSearch(true)), searchIndex(), onDemandScriptPlugin(exchange, () => bundleExchange()), leaveOutUnusedCode(), contentReload()],
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'later', test: PRELOAD_HELPER, priority: 4 }, { name: 'plain', test: PLAIN_BASE, priority: 3 }, { name: 'words', test: WORDS, priority: 2 }, { name: 'calls', test: CALLS, priority: 1 }, { name: 'base', test: ISLAND_BASE }] } } } } },
    },
    server: { proxy: { '/index': devApi, '/file': devApi, '/sandbox': devApi, '/healthz': devApi } },
  },
})
