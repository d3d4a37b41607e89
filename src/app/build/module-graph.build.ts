/** What built modules import, read from their code: the build names it in the head of a page, the rules check it. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

interface Imports {
  now: string[]
  later: string[]
}

const fromRoot = (file: string, specifier: string): string =>
  specifier.startsWith('/') ? specifier.slice(1) : posix.normalize(posix.join(posix.dirname(file), specifier))

/** What a built module imports immediately, and what lazily (files below the build's folder). */
export function moduleImports(file: string, code: string): Imports {
  const paths = (pattern: RegExp): string[] =>
    [...code.matchAll(pattern)].flatMap((match) => (match[1] ? [fromRoot(file, match[1])] : []))
  return {
    now: paths(/(?:^|[;}\s])(?:import|export)\s*(?:[\w*{][^"'();]*?from\s*|)["']([^"']+\.js)["']/g),
    later: paths(/import\(\s*["'`]([^"'`]+\.js)["'`]/g),
  }
}

const known = new Map<string, Imports | undefined>()
/** Each file is read once: most pages load the same. */
function importsOf(dir: string, file: string): Imports | undefined {
  const path = join(dir, file)
  if (!known.has(path)) known.set(path, read(path, file))
  return known.get(path)
}

function read(path: string, file: string): Imports | undefined {
  try {
    return moduleImports(file, readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Files of modules and all that they import immediately; `follow` decides which lazy ones are included. */
export function moduleClosure(
  dir: string,
  entries: readonly string[],
  follow: (file: string) => boolean = () => false,
): Set<string> {
  const seen = new Set<string>()
  const open = [...entries]
  for (let file = open.shift(); file !== undefined; file = open.shift()) {
    const imports = seen.has(file) ? undefined : importsOf(dir, file)
    if (!imports) continue
    seen.add(file)
    open.push(...imports.now, ...imports.later.filter(follow))
  }
  return seen
}
