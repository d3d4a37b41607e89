/** Only Fastify: a route for each call that reads its body and answers the bytes that our server answered. */
import Fastify from 'fastify'
import { answerCpu } from './child.ts'
import { pathOfRequest, type Asked } from './calls.ts'

const app = Fastify()
app.addContentTypeParser(/^multipart\//, (_request, payload, next) => {
  payload.on('end', () => next(null)).resume()
})

answerCpu()
process.on('message', (asked: Asked[] | 'cpu') => {
  if (asked === 'cpu') return
  for (const { requests, body } of asked) {
    app.post(pathOfRequest(requests[0] ?? ''), (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(body),
    )
  }
  void app.listen({ port: 0, host: '127.0.0.1' }).then((address) => process.send?.(Number(new URL(address).port)))
})
