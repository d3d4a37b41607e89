/** The features this server is composed of, one line each. */
import type { ServerFeature } from './feature.ts'

export const features: readonly ServerFeature[] = []
