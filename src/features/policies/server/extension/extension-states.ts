/** The state graph of extensions. */
import { machine } from '../../../../server/transition.ts'

export type ExtensionStatus = 'awaiting_payment' | 'extended' | 'cancelled' | 'expired'

export const extensionMachine = machine<'policy_extensions', ExtensionStatus>({
  entity: 'extension',
  table: 'policy_extensions',
  graph: { awaiting_payment: ['extended', 'cancelled', 'expired'], extended: [], cancelled: [], expired: [] },
})
