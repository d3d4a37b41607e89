/** The pages of the screen and their scripts, bundled at start. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { HTML_LANG, type Lang } from '../../lib/locale.ts'
import { addressOf, COLLECTION_NAMES } from './editable-collections.ts'
import { SAMPLE_WORDS } from './samples/sample-words.ts'
import { SCREEN_WORDS } from './editor-words.ts'

const HERE = import.meta.dirname

/** What the scripts read from a data block of their page. */
interface ScreenData {
  lang: Lang
  words: Record<keyof (typeof SCREEN_WORDS)['en'], string>
  sitePort: number
  /** English address before the slug, by collection. */
  addresses: Record<string, string>
}

export interface ScreenFile {
  path: string
  type: string
  text: string
}

let made: ScreenFile[] | undefined

/** Bundled once: the screen does not change while it runs. */
export const screenFiles = (): ScreenFile[] => (made ??= bundle())

function bundle(): ScreenFile[] {
  const scripts = buildSync({
    entryPoints: ['shell', 'frame'].map((name) => join(HERE, 'browser', `${name}.ts`)),
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    outdir: '/screen',
    external: ['/cms/*'],
  })
  return [
    ...scripts.outputFiles.map(({ path, text }) => ({
      path: path.replace(/^.*[\\/]/, '/screen/'),
      type: 'text/javascript',
      text,
    })),
    { path: '/screen/shell.css', type: 'text/css', text: readFileSync(join(HERE, 'browser/shell.css'), 'utf8') },
    {
      path: '/favicon.svg',
      type: 'image/svg+xml',
      text: readFileSync(join(HERE, '../../../public/favicon.svg'), 'utf8'),
    },
  ]
}

const dataBlock = (value: unknown): string =>
  `<script type="application/json" id="told">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

const page = (lang: Lang, head: string, body: string): string => `<!doctype html>
<html lang="${HTML_LANG[lang]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${SCREEN_WORDS[lang].title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${head}
</head>
<body>${body}</body>
</html>
`

/** The screen: a bar, the editor, and beside it the page or the list of mistakes. */
export function screenPage(lang: Lang, sitePort: number): string {
  const words = SCREEN_WORDS[lang]
  const addresses = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, addressOf(name)]))
  const told: ScreenData = { lang, words, sitePort, addresses }
  const other = lang === 'en' ? 'cn' : 'en'
  return page(
    lang,
    '<link rel="stylesheet" href="/screen/shell.css">',
    `
<header>
  <h1>${words.title}</h1>
  <button type="button" id="problems" aria-expanded="false" aria-controls="side" aria-live="polite">${words.checking}</button>
  <button type="button" id="page" aria-expanded="false" aria-controls="side">${words.page}</button>
  <a href="/samples?lang=${lang}" target="_blank" rel="noopener">${SAMPLE_WORDS[lang].title}</a>
  <a id="language" href="/?lang=${other}" lang="${HTML_LANG[other]}">${words.other}</a>
</header>
<main>
  <iframe id="editor" src="/frame?lang=${lang}" title="${words.title}"></iframe>
  <aside id="side" hidden></aside>
</main>
${dataBlock(told)}
<script type="module" src="/screen/shell.js"></script>`,
  )
}

/** The editor alone. */
export const framePage = (lang: Lang): string =>
  page(
    lang,
    '',
    `${dataBlock({ lang, locale: lang === 'cn' ? HTML_LANG.cn : 'en-US' })}\n<script type="module" src="/screen/frame.js"></script>`,
  )
