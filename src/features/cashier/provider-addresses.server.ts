/** Addresses of ours that providers know. */
import type { Deps } from '../../server/dependencies.ts'
import type { Provider } from './provider.server.ts'

/** The address of ours that a provider calls. */
export const notifyUrl = ({ config }: Pick<Deps, 'config'>, { name }: Pick<Provider, 'name'>): string => `${config.apiUrl}/notify/${name}`
/** Where a wallet sends the browser back with a code that says who its user is. */
export const identityUrl = (deps: Deps, provider: Provider): string => `${notifyUrl(deps, provider)}/payer`
