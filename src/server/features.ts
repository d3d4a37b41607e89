/** The features this server is composed of, one line each. */
import { session } from '../features/session/feature.server.ts'
import type { ServerFeature } from './feature.ts'

export const features: readonly ServerFeature[] = [session]
