import fc from 'fast-check';

/** The same values for every mutant, no search for the smallest one (that a test fails is enough), and not for long. */
fc.configureGlobal({ seed: 1, endOnFailure: true, interruptAfterTimeLimit: 1_000 });
