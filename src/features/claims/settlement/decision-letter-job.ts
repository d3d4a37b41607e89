/** The job that stores a decision's letter as evidence; in a file of its own, because deciding needs no drawing code. */
export const letterJobKind = 'claim.letter'
