/** The channel this server issues invoices through. One line for one that is added. */
import type { Config } from '../../server/config.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { InvoiceChannel } from './channel.server.ts'
import { DESK, deskChannel } from './desk-channel.server.ts'
import { sandboxChannel } from './sandbox/sandbox-channel.server.ts'

const channels = new WeakMap<Deps, InvoiceChannel>()

/** Production never has the sandbox's. */
export function channelOf(deps: Deps): InvoiceChannel {
  const found = channels.get(deps) ?? (deps.config.invoiceChannel === DESK ? deskChannel : deps.config.mode === 'sandbox' ? sandboxChannel(deps) : undefined)
  if (!found) throw new Error('no channel for invoices')
  return found
}

/** Hands in another channel: tests that fail on purpose. */
export const replaceChannel = (deps: Deps, channel: InvoiceChannel): void => void channels.set(deps, channel)

/** What production still lacks: a way to make tax documents. */
export const missingChannel = ({ mode, invoiceChannel }: Config): string[] => (mode === 'production' && invoiceChannel === undefined ? ['INVOICE_CHANNEL'] : [])
