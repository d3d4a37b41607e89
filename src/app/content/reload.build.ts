/** While editing: reloads pages made from files that Astro does not know as collections when one of them is saved. */
import { resolve, sep } from 'node:path'
import type { Plugin } from 'vite'

/** Read by their features: plans, terms, hospitals, texts that are signed. */
const READ_BY_FEATURES = ['plans', 'clauses', 'insurers', 'rates', 'hospitals', 'schools', 'purchase', 'claims']

/** Some programs write a file in several steps. */
const SETTLE_MS = 200

export function contentReload(folder = process.env['CONTENT_DIR'] ?? 'content'): Plugin {
  const roots = READ_BY_FEATURES.map((name) => resolve(folder, name) + sep)
  let timer: NodeJS.Timeout | undefined
  return {
    name: 'content-reload',
    apply: 'serve',
    configureServer(server) {
      server.watcher.add(resolve(folder))
      server.watcher.on('all', (_, path) => {
        if (!roots.some((root) => resolve(path).startsWith(root))) return
        clearTimeout(timer)
        timer = setTimeout(() => server.ws.send({ type: 'full-reload' }), SETTLE_MS)
      })
    },
  }
}
