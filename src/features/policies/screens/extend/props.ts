/** Props of the extension page. */
import type { Output } from '../../../../lib/contract.ts'
import type { extensionOffer } from '../../extension-calls.ts'

export type ExtensionPage = Output<typeof extensionOffer>
export type PendingExtension = NonNullable<ExtensionPage['pending']>
export type BlockedExtension = NonNullable<ExtensionPage['blocked']>
