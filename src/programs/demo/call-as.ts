/** Makes calls from inside the server as a given person at a given instant, through the real routes, rules and refusals. */
import { z } from 'zod'
import { inContentOf } from '../../app/content/content-folder.ts'
import type { Call, Input, Output } from '../../lib/contract.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Context, Route } from '../../server/http/call-handlers.ts'

export interface Actor {
  /** Dependencies whose clock shows the actor's instant. */
  deps: Deps
  lang: Lang
  ctx: Context
  call: <C extends Call>(call: C, input: Input<C>) => Promise<Output<C>>
}

export interface CallerAt {
  /** Somebody with an account, or the hash of a device's secret. */
  userId?: string
  holder?: string
  lang: Lang
  /** Instant, ms. */
  at: number
}

/** `deps` with the clock set to an instant; nothing else differs. */
export const depsAt = (deps: Deps, at: number): Deps => ({ ...deps, clock: () => at })

/** A logged-in person, or somebody at a device, who can make the calls of `routes`. Refusals are thrown. */
export function callAs(deps: Deps, routes: readonly Route[], { userId, holder = '', lang, at }: CallerAt): Actor {
  const past = depsAt(deps, at)
  const ctx: Context = {
    deps: past,
    lang,
    caller:
      userId === undefined ? { kind: 'holder', holder, device: 'demo' } : { kind: 'user', userId, sessionId: 'demo' },
    requestId: 'demo',
    ip: '127.0.0.1',
    userAgent: 'demo',
    device: 'web',
  }
  return {
    deps: past,
    lang,
    ctx,
    call: async (call, input) => {
      const route = routes.find((it) => it.call === call)
      if (!route || route.kind !== 'json') throw new Error(`no route for ${call.path}`)
      const { output }: Pick<typeof call, 'output'> = call
      return z.parse(output, await inContentOf(at, () => route.run(input, ctx)))
    },
  }
}
