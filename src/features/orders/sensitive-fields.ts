/** Which fields of an application are sensitive, by path (`people.policyholder.idNumber`): the browser may neither keep nor send them without the consent. */

/** The family counts as one field, and contains ID numbers. */
const SENSITIVE = /^people\.(?:policyholder|insured)\.(?:idNumber|passportNumber)$|^people\.family$|^health\./

export const isSensitiveField = (path: string): boolean => SENSITIVE.test(path)
