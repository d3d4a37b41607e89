/**
 * Nothing of the server is in the files that browsers receive, and the notices of others are. Without a build only the
 * seeds are tested.
 */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { DIST } from './dist.ts'
import { once, rule } from './rule.ts'
import { settingsOf, SETTINGS } from './settings.ts'
import { codeUnder, filesUnder, isTest, readTexts, type Texts } from './source.ts'
import { ROOM } from './walls.ts'

/** By file below `dist`. */
const readShipped = once(
  (): Texts =>
    new Map(
      filesUnder(DIST)
        .filter((file) => /\.(js|html|json|css|map)$/.test(file))
        .map((file) => [file.slice(DIST.length + 1), readFileSync(file, 'utf8')]),
    ),
)
const scriptsIn = (files: Texts): [file: string, text: string][] => [...files].filter(([file]) => file.endsWith('.js'))
/** Names of built files without the hash of their contents. */
const names = (files: Iterable<string>): string[] =>
  [...files].map((file) => file.replace(/\.[\w-]{6,10}(?=\.\w+$)/, ''))
const one = (file: string, text: string): Texts => new Map([[file, text]])

interface Shipped {
  files: Texts
  /** What must not be in them. */
  marks: readonly string[]
}

/** Where each mark is found: in few files or none, so one look at all of them comes first. */
function found({ files, marks }: Shipped): { file: string; text: string; mark: string }[] {
  const all = [...files.values()].join('\n')
  return marks
    .filter((mark) => all.includes(mark))
    .flatMap((mark) => [...files].flatMap(([file, text]) => (text.includes(mark) ? [{ file, text, mark }] : [])))
}

rule('no setting of the server is named in what is shipped', {
  built: true,
  // Shorter names are words of other things: PORT, MODE.
  of: (): Shipped => ({
    files: readShipped(),
    marks: settingsOf(readTexts(SETTINGS)).filter((name) => name.length > 5 && !name.startsWith('PUBLIC_')),
  }),
  faults: (shipped) =>
    found(shipped)
      .filter(({ text, mark }) => new RegExp(`\\b${mark}\\b`).test(text))
      .map(({ file, mark }) => `${file}: ${mark}`),
  looksAt: ({ files, marks }) => [...names(files.keys()), ...marks],
  among: ['home.html', 'cn/home.html', 'assets/Page.css', 'DATABASE_URL', 'STRIPE_SECRET_KEY', 'SMTP_URL', 'SECRET'],
  atLeast: 700,
  seeds: {
    'a setting in a script': [
      { files: one('assets/a.js', 'const a=env.DATABASE_URL'), marks: ['DATABASE_URL'] },
      'assets/a.js: DATABASE_URL',
    ],
    'a setting in a page': [
      { files: one('a.html', '<p data-a="SMTP_URL">'), marks: ['DATABASE_URL', 'SMTP_URL'] },
      'a.html: SMTP_URL',
    ],
  },
  sound: { 'a longer name': { files: one('assets/a.js', 'const MY_SMTP_URLS=1'), marks: ['SMTP_URL'] } },
})

const isServer = (file: string): boolean => /^src\/(server|programs)\//.test(file) || ROOM.test(file)
/** Module paths, word keys and media types occur everywhere. */
const COMMON = /^\.|^[\w-]+:[\w.]+$|^[\w-]+\/[\w.+-]+$/

/** Strings of server files that are long enough to be told from others. */
function serverStrings(sources: Texts): string[] {
  const strings = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text.length >= 14 && !COMMON.test(node.text)) strings.add(node.text)
    ts.forEachChild(node, visit)
  }
  for (const [file, text] of sources)
    if (isServer(file)) visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false))
  return [...strings]
}

interface Bundled extends Shipped {
  /** Sources of browsers, which may say the same. */
  elsewhere: string
}
const bundledOf = (files: Texts, sources: Texts): Bundled => ({
  files,
  marks: serverStrings(sources),
  elsewhere: [...sources].flatMap(([file, text]) => (isServer(file) ? [] : [text])).join('\n'),
})
const bundled = (code: string): Bundled =>
  bundledOf(
    one('assets/a.js', code),
    new Map([
      [
        'src/server/a.ts',
        "import { b } from './a-long-module-name.ts'\nthrow new Error(\n  'The vault cannot be opened',\n)",
      ],
      ['src/features/a/server/b.ts', "log('A claim was decided twice', 'said on both sides')"],
      ['src/features/a/c.ts', "'said on both sides'"],
    ]),
  )

rule('no server code is shipped', {
  built: true,
  of: () => bundledOf(new Map(scriptsIn(readShipped())), readTexts(codeUnder('src').filter((file) => !isTest(file)))),
  faults: (it) =>
    found(it)
      .filter(({ mark }) => !it.elsewhere.includes(mark))
      .map(({ file, mark }) => `${file}: ${mark}`),
  looksAt: ({ files, marks }) => [...names(files.keys()), ...marks],
  among: ['hospitals-sw.js', 'needs addresses or networks, with commas'],
  atLeast: 1000,
  seeds: {
    'a string of the server': [
      bundled('throw Error("The vault cannot be opened")'),
      'assets/a.js: The vault cannot be opened',
    ],
    'a string of a server file of a feature': [
      bundled('a("A claim was decided twice")'),
      'assets/a.js: A claim was decided twice',
    ],
  },
  sound: { 'a string of both, and a path': bundled('a("said on both sides","./a-long-module-name.ts")') },
})

/** What only the server says to a payment provider, and names of the providers' packages. */
const PAYMENT = [
  /WECHATPAY2/,
  /alipay\.trade\./,
  /api\.stripe\.com/,
  /checkout\.sessions/,
  /whsec_/,
  /gateway\.do/,
  /api\.mch\.weixin/,
]

rule('nothing of a payment provider is shipped: neither its package nor what we say to it', {
  built: true,
  of: readShipped,
  faults: (files) =>
    scriptsIn(files).flatMap(([file, text]) =>
      PAYMENT.filter((mark) => mark.test(text)).map((mark) => `${file}: ${mark.source}`),
    ),
  looksAt: (files) => names(scriptsIn(files).map(([file]) => file)),
  among: ['hospitals-sw.js', 'assets/cashier.js'],
  atLeast: 100,
  seeds: Object.fromEntries(
    [
      '"WECHATPAY2-SHA256-RSA2048"',
      '"alipay.trade.page.pay"',
      '"https://api.stripe.com"',
      'a.checkout.sessions.create()',
      '"whsec_1"',
      '"https://openapi.alipay.com/gateway.do"',
      '"https://api.mch.weixin.qq.com"',
    ].map((code, index) => [code, [one('assets/a.js', code), `assets/a.js: ${PAYMENT[index]?.source}`] as const]),
  ),
})

rule('what we say to payment providers is still what we search for', {
  of: () => readTexts(codeUnder('src').filter((file) => isServer(file) && !isTest(file))),
  faults: (sources) => {
    const all = [...sources.values()].join('\n')
    return PAYMENT.filter((mark) => !mark.test(all)).map(({ source }) => source)
  },
  looksAt: (sources) => sources.keys(),
  among: ['src/server/payment-settings.ts'],
  seeds: {
    'words that we no longer say': [
      new Map([
        ['src/features/a/server/b.ts', 'WECHATPAY2 alipay.trade. api.stripe.com whsec_ gateway.do api.mch.weixin'],
      ]),
      'checkout\\.sessions',
    ],
  },
})

rule('no source map is shipped', {
  built: true,
  of: readShipped,
  faults: (files) => [
    ...[...files.keys()].filter((file) => file.endsWith('.map')),
    ...[...files].filter(([, text]) => /\/[/*][#@] sourceMappingURL=/.test(text)).map(([file]) => `${file} names one`),
  ],
  looksAt: (files) => names(files.keys()),
  among: ['hospitals-sw.js', 'assets/Page.css', 'home.html'],
  seeds: {
    'a map': [one('assets/a.js.map', '{}'), 'assets/a.js.map'],
    'a script that names its map': [one('assets/a.js', 'a()\n//# sourceMappingURL=a.js.map'), 'assets/a.js names one'],
  },
})

/** By package: what `licences.txt` says of it, below its line. */
const noticesIn = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/^## (?=\S+ - )/m)
      .slice(1)
      .map((part) => [/^\S+/.exec(part)?.[0] ?? '', part.slice(part.indexOf('\n'))]),
  )
/** In the scripts, the style sheets and the drawings of every site. */
const NOTICED = ['react', 'react-dom', 'daisyui', 'tailwindcss', 'lucide-static']
const notice = (name: string, text: string): string => `## ${name} - 1.0.0 (MIT)\n\n${text}\n\n`
const allNoticed = NOTICED.map((name) => notice(name, 'MIT License\n\nCopyright (c) 2026 Its makers'))

rule('what is shipped of others comes with their names and their licence', {
  built: true,
  of: () => readFileSync(`${DIST}/licences.txt`, 'utf8'),
  faults: (text) => {
    const notices = noticesIn(text)
    return NOTICED.filter((name) => !/copyright/i.test(notices.get(name) ?? '')).map((name) => `${name}: no notice`)
  },
  looksAt: (text) => noticesIn(text).keys(),
  among: ['react', 'daisyui', 'lucide-static'],
  atLeast: 10,
  seeds: {
    'a package without a notice': [allNoticed.slice(1).join(''), 'react: no notice'],
    'a line without its licence': [
      allNoticed.slice(0, -1).join('') + notice('lucide-static', ''),
      'lucide-static: no notice',
    ],
  },
  sound: { 'all of them': allNoticed.join('') },
})
