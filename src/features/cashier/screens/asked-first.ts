import { firstCall } from '../../../app/requests/first-call.ts'
import type { EarlyCall } from '../../../app/requests/early-calls.ts'
import type { Lang } from '../../../lib/locale.ts'
import { payMethods } from '../contract.ts'

/** What a payer's page asks first (`useFollowPayment`), where its address names an application. Read at the build. */
export const askedFirst = (lang: Lang): EarlyCall[] => [firstCall(lang, payMethods, { order: '{order}' })]
