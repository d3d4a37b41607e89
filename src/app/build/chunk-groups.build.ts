/**
 * Which modules of the browser's bundle share a file (decision 0069). Modules are listed by path, and a path that is
 * gone stops the build: a pattern that no longer matches would only make pages heavier.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface ChunkGroup {
  name: string
  priority: number
  /** Files, or folders with a slash at the end, from the project's root. */
  paths: readonly string[]
}

const app = (...names: string[]): string[] => names.map((name) => `src/app/${name}`)
const lib = (...names: string[]): string[] => names.map((name) => `src/lib/${name}.ts`)

export const CHUNK_GROUPS: readonly ChunkGroup[] = [
  // Half of what an island weighs, and changed by its version only: it imports nothing of ours, so that its name, and
  // with it what visitors have in their caches, outlives a release.
  { name: 'react', priority: 5, paths: ['react', 'react-dom', 'scheduler'].map((name) => `node_modules/${name}/`) },
  // The loader of lazy parts: a page that has one lazy part and no island must not load the islands' base for it.
  { name: 'later', priority: 4, paths: app('build/preload-helper.ts') },
  // Shared by islands and by the scripts of information pages, which load nothing else.
  { name: 'plain', priority: 3, paths: [...lib('days/clock', 'days/dates', 'locale'), ...app('requests/api-base.ts')] },
  // Words of what is drawn after the start; not in `plain`, which loads with the page.
  { name: 'words', priority: 2, paths: [...app('words/translate.ts'), ...lib('text/on-one-line')] },
  // How an information page calls the server (`feedback-form.ts`): schemas and requester without the rest of an
  // island's shell.
  {
    name: 'calls',
    priority: 1,
    paths: ['zod', 'ofetch', 'ufo', 'destr']
      .map((name) => `node_modules/${name}/`)
      .concat(
        app('requests/api.ts', 'requests/read-reply.ts', 'storage/storage.ts', 'storage/storage-keys.ts'),
        lib('contract', 'errors', 'device', 'bounded-schemas', 'current-session', 'days/page-day'),
      ),
  },
]

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Listed paths that name no file. */
export const missingPaths = (
  groups: readonly ChunkGroup[],
  exists: (path: string) => boolean = (path) => existsSync(ROOT + path),
): string[] => groups.flatMap(({ paths }) => paths).filter((path) => !exists(path))

/** Whether a module, by the bundler's id, belongs to a group. */
export function isInGroup({ paths }: ChunkGroup, id: string, root = ROOT): boolean {
  const [file = ''] = id.replaceAll('\\', '/').split('?')
  const base = root.replaceAll('\\', '/')
  return paths.some((path) => (path.endsWith('/') ? file.startsWith(base + path) : file === base + path))
}

/** The groups in the form that Rolldown expects (`output.codeSplitting.groups`). */
export function codeSplittingGroups(
  groups: readonly ChunkGroup[] = CHUNK_GROUPS,
): { name: string; priority: number; test: (id: string) => boolean }[] {
  const missing = missingPaths(groups)
  if (missing.length > 0)
    throw new Error(`src/app/build/chunk-groups.build.ts names what is not there: ${missing.join(', ')}`)
  return groups.map((group) => ({ name: group.name, priority: group.priority, test: (id) => isInGroup(group, id) }))
}
