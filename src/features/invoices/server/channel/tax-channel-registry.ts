/** The channel through which this server issues invoices. A new channel needs one line. */
import type { Config } from '../../../../server/config.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { InvoiceChannel } from './tax-channel-interface.ts'
import { DESK_CHANNEL, deskChannel } from './desk-channel.ts'
import { sandboxChannel } from '../sandbox/sandbox-channel.ts'

const channels = new WeakMap<Deps, InvoiceChannel>()

/** Production never uses the sandbox's channel. */
export function channelOf(deps: Deps): InvoiceChannel {
  const found =
    channels.get(deps) ??
    (deps.config.invoiceChannel === DESK_CHANNEL
      ? deskChannel
      : deps.config.mode === 'sandbox'
        ? sandboxChannel(deps)
        : undefined)
  if (!found) throw new Error('no channel for invoices')
  return found
}

/** Replaces the channel: for tests with a failing one. */
export const replaceChannel = (deps: Deps, channel: InvoiceChannel): void => void channels.set(deps, channel)

/** What production still needs: a channel that makes tax documents. */
export const missingChannel = ({ mode, invoiceChannel }: Config): string[] =>
  mode === 'production' && invoiceChannel === undefined ? ['INVOICE_CHANNEL'] : []
