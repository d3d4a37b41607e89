/** What the examples of hosting name (container files, the unit of systemd) is there. */
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { rule } from './rule.ts'
import { settingsOf, SETTINGS } from './settings.ts'
import { readTexts } from './source.ts'

const Compose = z.looseObject({
  'x-settings': z.record(z.string(), z.string()),
  services: z.record(
    z.string(),
    z.looseObject({ depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional() }),
  ),
})

const Scripts = z.looseObject({ scripts: z.looseObject({ server: z.string() }) })

/** Of Node and of glibc, beside those of the server. */
const OTHERS = ['NODE_ENV', 'MALLOC_ARENA_MAX']

interface Examples {
  dockerfile: string
  ignored: string
  compose: string
  unit: string
  /** `npm run server` */
  script: string
  settings: readonly string[]
  exists: (path: string) => boolean
}

/** Paths of the repository that an image takes. */
const copied = (dockerfile: string): string[] =>
  [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, args = '']) => args.split(' ').slice(0, -1))

const named = ({ dockerfile, compose, unit }: Examples): string[] => [
  ...Object.keys(Compose.parse(parse(compose, { merge: true }))['x-settings']),
  ...[...dockerfile.matchAll(/^ARG (\w+)/gm)].map(([, name = '']) => name),
  ...[...`${dockerfile}\n${unit}`.matchAll(/^(?:ENV |Environment=)(.+)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  ),
]

function unknownServices(compose: string): string[] {
  const { services } = Compose.parse(parse(compose, { merge: true }))
  return Object.entries(services).flatMap(([name, { depends_on: needs = [] }]) =>
    (Array.isArray(needs) ? needs : Object.keys(needs))
      .filter((it) => !(it in services))
      .map((it) => `${name} needs ${it}`),
  )
}

/** What Node and glibc are told of memory where the server is started (docs/deploying.md, "Memory"). */
const told = ({ dockerfile, unit, script }: Examples): string[] =>
  [dockerfile, unit, script].map((text) =>
    [...text.matchAll(/MALLOC_ARENA_MAX=\d+|--max-semi-space-size=\d+/g)]
      .map(([setting]) => setting)
      .sort()
      .join(' '),
  )

const sound: Examples = {
  dockerfile:
    'COPY src src\nARG PORT\nENV PORT=1 NODE_ENV=production\nCMD ["node", "--max-semi-space-size=8", "main.ts"]\n',
  ignored: '**\n!src\n',
  compose: 'x-settings: { PORT: "1" }\nservices: { a: { depends_on: [b] }, b: {} }\n',
  unit: 'Environment=PORT=1\nExecStart=node --max-semi-space-size=8 main.ts\n',
  script: 'exec node --max-semi-space-size=8 main.ts',
  settings: ['PORT'],
  exists: (path) => path === 'src',
}

rule('examples of hosting name what is there', {
  of: (): Examples => ({
    dockerfile: readFileSync('Dockerfile', 'utf8'),
    ignored: readFileSync('.dockerignore', 'utf8'),
    compose: readFileSync('compose.yaml', 'utf8'),
    unit: readFileSync('docs/hosting/youfang.service', 'utf8'),
    script: Scripts.parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts.server,
    settings: settingsOf(readTexts(SETTINGS)),
    exists: existsSync,
  }),
  faults: (examples) => [
    ...named(examples)
      .filter((name) => !examples.settings.includes(name) && !OTHERS.includes(name))
      .map((name) => `no setting ${name}`),
    ...copied(examples.dockerfile).flatMap((path) => [
      ...(examples.exists(path) ? [] : [`no file ${path}`]),
      ...(examples.ignored
        .split('\n')
        .some((line) => line.startsWith('!') && `${path}/`.startsWith(`${line.slice(1)}/`))
        ? []
        : [`.dockerignore hides ${path}`]),
    ]),
    ...unknownServices(examples.compose),
    ...(new Set(told(examples)).size === 1 ? [] : ['other memory in the image, the unit or the script']),
  ],
  looksAt: (examples) => [...named(examples), ...copied(examples.dockerfile)],
  among: ['DATABASE_URL', 'S3_BUCKET', 'METRICS_PORT', 'DATA_DIR', 'src', 'content', 'docs/hosting/front.conf'],
  atLeast: 20,
  seeds: {
    'a setting that is gone': [{ ...sound, compose: 'x-settings: { PORTS: "1" }\nservices: {}\n' }, 'no setting PORTS'],
    'a file that is gone': [
      { ...sound, dockerfile: sound.dockerfile.replace('src src', 'srcs srcs'), ignored: '!srcs' },
      'no file srcs',
    ],
    'a file that is hidden': [{ ...sound, ignored: '**\n!content\n' }, '.dockerignore hides src'],
    'other memory in one of them': [
      { ...sound, script: 'exec node main.ts' },
      'other memory in the image, the unit or the script',
    ],
    'a service that is gone': [
      { ...sound, compose: 'x-settings: {}\nservices: { a: { depends_on: { c: {} } } }\n' },
      'a needs c',
    ],
  },
  sound: { 'what is there': sound },
})
