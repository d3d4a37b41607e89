/**
 * What the law reserves to licensed insurers or banks: taking applications for insurers abroad, and paying tuition
 * abroad for others. Offered only where the operator's settings say that it holds the licence; site build and server
 * read the same setting, so that no page offers what the server refuses.
 */
export const LICENSED_SERVICES = ['overseas', 'tuition'] as const
export type LicensedService = (typeof LICENSED_SERVICES)[number]

/**
 * `LICENSED_FOR` names services, separated by commas, or `none`. Without it the sandbox offers all of them and
 * production none. Throws a `RangeError` for any other name.
 */
export function licensedServices(settings: Readonly<Partial<Record<string, string>>>): readonly LicensedService[] {
  const { LICENSED_FOR: named, MODE } = settings
  if (named === undefined) return MODE === 'production' ? [] : LICENSED_SERVICES
  return named
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none')
    .map((name) => {
      const service = LICENSED_SERVICES.find((it) => it === name)
      if (!service) throw new RangeError(`LICENSED_FOR may name ${LICENSED_SERVICES.join(' and ')}, not ${name}`)
      return service
    })
}
