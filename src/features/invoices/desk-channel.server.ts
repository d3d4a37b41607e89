/**
 * Invoices made by hand: finance makes each in the tax authority's own program and books it here with its files (`invoices issued`). What it
 * cannot make it refuses (`invoices refused`), as any channel does.
 */
import { ChannelUnavailable, InvalidInvoiceNotice, type InvoiceChannel } from './channel.server.ts'

export const DESK = 'desk'

export const deskChannel: InvoiceChannel = {
  name: DESK,
  sandbox: false,
  issue: async ({ ref }) => ({ ref, state: 'pending' }),
  query: async (ref) => ({ ref, state: 'pending' }),
  // Both files are kept before the document counts as issued.
  files: async () => { throw new ChannelUnavailable('the desk keeps files itself') },
  verifyNotice: () => { throw new InvalidInvoiceNotice('the desk sends none') },
}
