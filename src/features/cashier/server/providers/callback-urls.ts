/** Addresses of ours that providers call back: notifications, and the return of a wallet with its user. */
import type { Deps } from '../../../../server/dependencies.ts'
import type { Provider } from './provider-interface.ts'

/** The address to which a provider sends notifications. */
export const notifyUrl = ({ config }: Pick<Deps, 'config'>, { name }: Pick<Provider, 'name'>): string =>
  `${config.apiUrl}/notify/${name}`
/** Where a wallet redirects the browser with a code that identifies its user. */
export const identityUrl = (deps: Deps, provider: Provider): string => `${notifyUrl(deps, provider)}/payer`
