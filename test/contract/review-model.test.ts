import { aReviewModel } from '../support/builders/model-request.js';
import { startModelStandIn } from '../support/model-stand-in/index.js';
import { describeReviewModel } from './review-model.js';

describeReviewModel('OpenAI-compatible endpoint', async () => {
  const endpoint = await startModelStandIn();
  return {
    model: aReviewModel({ baseUrl: endpoint.baseUrl }),
    script: endpoint.script,
    requestCount: () => endpoint.requests.length,
    close: endpoint.close,
  };
});
