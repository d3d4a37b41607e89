import type { Plugin } from 'vite'
import { WORD_FOLDER } from '../words/word-files.ts'
import { wordTables } from '../words/word-tables.ts'

/** While editing nothing is written: the dev server answers what the pages named. */
export const serveWordFiles = (): Plugin => ({
  name: 'serve-word-files',
  configureServer: (server) => {
    server.middlewares.use(WORD_FOLDER, ({ url = '' }, response, next) => {
      const table = wordTables().get(WORD_FOLDER + url.replace(/^\//, ''))
      if (!table) return next()
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(table))
    })
  },
})
