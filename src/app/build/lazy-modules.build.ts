/**
 * What the build draws of an island includes lazy parts, and a page names the files of these in its head
 * (`preload-island.build.ts`). So each lazy import tells where it is drawn which module it loads, and the browser's
 * bundle tells in which file that module is.
 */
import { posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

declare global {
  /** File below the build's folder by module, from the project's root. */
  var fileOfModule: Map<string, string> | undefined
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const LAZY = /\(\) => import\('(\.[^']+)'\)(?!\s*\.)/g

const fromRoot = (id: string): string => relative(ROOT, id.split('?')[0] ?? id).replaceAll('\\', '/')

/** `module`: the file of the code, from the project's root. */
export const withModuleNames = (code: string, module: string): string =>
  code.replace(LAZY, (load, path: string) => {
    const loaded = posix.join(posix.dirname(module), path)
    return `Object.assign(${load}, { module: ${JSON.stringify(loaded)} })`
  })

export const lazyModules = (): Plugin => ({
  name: 'lazy-modules',
  enforce: 'pre',
  transform(code, id) {
    return this.environment.name === 'client' || !id.startsWith(ROOT) || !/\.tsx?$/.test(id)
      ? undefined
      : withModuleNames(code, fromRoot(id))
  },
  generateBundle(_, bundle) {
    if (this.environment.name !== 'client') return
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    globalThis.fileOfModule = new Map([
      ...chunks.flatMap(({ moduleIds, fileName }) => moduleIds.map((id) => [fromRoot(id), fileName] as const)),
      // What is imported by its name and shared as well has a file of its own that only names the other.
      ...chunks.flatMap(({ facadeModuleId: id, fileName }) => (id ? [[fromRoot(id), fileName] as const] : [])),
    ])
  },
})
