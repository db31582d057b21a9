import type { Logger } from 'pino';
import type { ServiceMetrics } from './service-metrics.js';

type Facts = Readonly<Record<string, unknown>>;

/**
 * A log whose events are counted too: each event is told once, and log and metrics cannot differ. Children count as well.
 */
export function countEvents(log: Logger, metrics: ServiceMetrics): Logger {
  return new Proxy(log, {
    get: (target, name, receiver) => {
      if (name === 'child') {
        return (bindings: Facts) => countEvents(target.child(bindings) as Logger, metrics);
      }
      if (name !== 'info') return Reflect.get(target, name, receiver);
      return (facts: Facts, message?: string) => {
        if (message !== undefined) EVENTS[message]?.(facts, metrics);
        target.info(facts, message);
      };
    },
  });
}

const EVENTS: Readonly<Record<string, (facts: Facts, metrics: ServiceMetrics) => void>> = {
  'delivery-kept': ({ outcome }, { deliveries }) => deliveries.inc({ outcome: String(outcome) }),
  'delivery-taken-up-again': (_facts, { takenUp }) => takenUp.inc(),
  'review-started': ({ trigger }, { started }) => started.inc({ trigger: String(trigger) }),
  'review-joined': (_facts, { spared }) => spared.inc({ reason: 'joined' }),
  'nothing-to-do': (_facts, { spared }) => spared.inc({ reason: 'nothing_to_do' }),
  'review-running': ({ waitMs }, { waitSeconds }) => waitSeconds.observe(numberOf(waitMs) / 1_000),
  'review-completed': ({ conclusion, coverage, runMs }, { ended, runSeconds }) => {
    ended.inc({ conclusion: String(conclusion), coverage: String(coverage ?? 'none') });
    runSeconds.observe(numberOf(runMs) / 1_000);
  },
  'call-ended': ({ inputTokens, outputTokens, requests }, { modelRequests, modelTokens }) => {
    modelRequests.inc(numberOf(requests));
    modelTokens.inc({ direction: 'in' }, numberOf(inputTokens));
    modelTokens.inc({ direction: 'out' }, numberOf(outputTokens));
  },
};

function numberOf(fact: unknown): number {
  return typeof fact === 'number' && Number.isFinite(fact) && fact > 0 ? fact : 0;
}
