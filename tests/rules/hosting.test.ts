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
    z.looseObject({
      image: z.string().optional(),
      build: z.unknown().optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
    }),
  ),
})

const Scripts = z.looseObject({ scripts: z.looseObject({ server: z.string() }) })

/** Of the build, of Node and of glibc, beside those of the server. */
const OTHERS = ['NODE_ENV', 'MALLOC_ARENA_MAX', 'PREVIOUS']

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

/**
 * Copied in the step of the build: a folder of a layer below cannot be renamed, and the build renames the one that it
 * replaces.
 */
const KEEPS = /^COPY --from=before \/srv\/youfang\/dist before\n(?:.*\n)*?RUN cp -a before dist && npm run build\b/m
const forgets = (dockerfile: string): boolean => /npm run build\b/.test(dockerfile) && !KEEPS.test(dockerfile)

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

/** Images of others whose next version would come unasked: without a tag, or with one that moves on by itself. */
function unfixedImages({ compose, dockerfile }: Examples): string[] {
  const { services } = Compose.parse(parse(compose, { merge: true }))
  const ours = [...dockerfile.matchAll(/ AS (\S+)$/gm)].map(([, name]) => name)
  return [
    ...Object.values(services).flatMap(({ image, build }) => (image && build === undefined ? [image] : [])),
    ...[...dockerfile.matchAll(/^FROM (?!\$|scratch)(\S+)/gm)].map(([, image = '']) => image),
  ]
    .filter((image) => !ours.includes(image) && !/:(?!latest$)[\w.-]+$/.test(image))
    .map((image) => `${image} has no version`)
}

/** Images that run as root: whoever breaks into them may change them. */
const rootImages = (dockerfile: string): string[] =>
  dockerfile
    .split(/^(?=FROM )/m)
    .filter((stage) => /^(?:CMD|COPY .*\/etc\/nginx)/m.test(stage) && !/^USER (?!root)|-unprivileged:/m.test(stage))
    .map((stage) => `${/ AS (\S+)/.exec(stage)?.[1] ?? 'the image'} runs as root`)

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
    'FROM node:24 AS server\nCOPY src src\nARG PORT\nENV PORT=1 NODE_ENV=production\nUSER node\nCMD ["node", "--max-semi-space-size=8", "main.ts"]\n',
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
    ...unfixedImages(examples),
    ...rootImages(examples.dockerfile),
    ...(forgets(examples.dockerfile) ? ['Dockerfile builds without the files of the build before'] : []),
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
    'a build that forgets the one before': [
      { ...sound, dockerfile: `${sound.dockerfile}RUN npm run build\n` },
      'Dockerfile builds without the files of the build before',
    ],
    'one whose folder cannot be renamed': [
      { ...sound, dockerfile: `${sound.dockerfile}COPY --from=before /srv/youfang/dist dist\nRUN npm run build\n` },
      'Dockerfile builds without the files of the build before',
    ],
    'an image without a version': [
      { ...sound, compose: 'x-settings: {}\nservices: { a: { image: mail } }\n' },
      'mail has no version',
    ],
    'an image that moves on': [
      { ...sound, dockerfile: `FROM node:latest\n${sound.dockerfile}` },
      'node:latest has no version',
    ],
    'an image that runs as root': [
      { ...sound, dockerfile: sound.dockerfile.replace('USER node\n', '') },
      'server runs as root',
    ],
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
