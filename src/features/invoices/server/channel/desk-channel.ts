/**
 * Invoices made by hand: finance makes each in the tax authority's own program and records it here with its files
 * (`invoices issued`), or refuses it (`invoices refused`), like any channel.
 */
import { ChannelUnavailable, InvalidInvoiceNotice, type InvoiceChannel } from './tax-channel-interface.ts'

export const DESK_CHANNEL = 'desk'

export const deskChannel: InvoiceChannel = {
  name: DESK_CHANNEL,
  sandbox: false,
  issue: async ({ ref }) => ({ ref, state: 'pending' }),
  query: async (ref) => ({ ref, state: 'pending' }),
  // Both files are stored before the document counts as issued.
  files: async () => {
    throw new ChannelUnavailable('the desk keeps files itself')
  },
  verifyNotice: () => {
    throw new InvalidInvoiceNotice('the desk sends none')
  },
}
