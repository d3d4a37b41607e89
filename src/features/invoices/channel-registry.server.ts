/** The channel this server issues invoices through. One line for one that is added. */
import type { Config } from '../../server/config.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { InvoiceChannel } from './channel.server.ts'
import { sandboxChannel } from './sandbox/sandbox-channel.server.ts'

const channels = new WeakMap<Deps, InvoiceChannel>()

/** Production has none of its own yet and never the sandbox's. */
export function channelOf(deps: Deps): InvoiceChannel {
  const found = channels.get(deps) ?? (deps.config.mode === 'sandbox' ? sandboxChannel(deps) : undefined)
  if (!found) throw new Error('no channel for invoices')
  return found
}

/** Hands in another channel: tests that fail on purpose. */
export const replaceChannel = (deps: Deps, channel: InvoiceChannel): void => void channels.set(deps, channel)

/** What production still lacks: a channel that makes tax documents. */
export const missingChannel = (config: Config): string[] => (config.mode === 'production' ? ['a tax channel for e-invoices'] : [])
