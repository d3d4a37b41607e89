/** The load in a separate process; its parent sends it the requests. */
import { load, type Wanted } from './load.ts'

process.on('message', (wanted: Wanted) => {
  load(wanted).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(`${wanted.requests[0]?.split('\r\n')[0] ?? ''} at port ${wanted.port} failed`)
      throw error
    },
  )
})
