/** Serves `/metrics` on a port of its own, which no proxy in front of the site leads to. */
import { createServer } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import type { Deps } from '../dependencies.ts'

export interface MetricsServer {
  port: number
  close: () => Promise<void>
}

/** Listens, and counts what Node itself knows from then on: memory, processor, delays of the event loop. */
export async function listenForMetrics(
  { metrics: { registry }, log }: Pick<Deps, 'metrics' | 'log'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  collectDefaultMetrics({ register: registry })
  const http = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics not read')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((done, fail) => http.once('error', fail).listen(port, host, done))
  const address = http.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((done) => {
        http.close(() => done())
        http.closeAllConnections()
      }),
  }
}
