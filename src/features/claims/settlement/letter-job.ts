/** The job that keeps a decision's letter as evidence; named apart, for who decides does not draw. */
export const letterJobKind = 'claim.letter'
