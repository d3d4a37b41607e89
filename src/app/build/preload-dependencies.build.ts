/**
 * Shortens the lists of files that lazy parts request in advance: each name in them is eight letters of chance, which
 * no compression makes smaller.
 */
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Every page with an island has loaded these before one of its parts is reached, by the names of
 * `chunk-groups.build.ts`.
 */
export const LOADED_WITH_EVERY_ISLAND = [
  'rolldown-runtime',
  'later',
  'plain',
  'words',
  'calls',
  'base',
  'react',
  'client',
]

/** A script that Astro bundled for a page; such a page may have loaded nothing else. */
const isPageScript = (file: string): boolean => file.includes('astro_type_script')

/** The files that a lazy part of `host` has to request, without those that are there already. */
export const neededDependencies = (host: string, files: readonly string[]): string[] =>
  files.filter((file) => isPageScript(host) || !LOADED_WITH_EVERY_ISLAND.includes(basename(file).split('.')[0] ?? ''))

/** By the hook of the environment, because Astro sets `modulePreload` of the whole build. */
export const preloadDependencies = (): Plugin => ({
  name: 'preload-dependencies',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            modulePreload: {
              polyfill: false,
              resolveDependencies: (_file, files, { hostId }) => neededDependencies(hostId, files),
            },
          },
        }
      : undefined,
})
