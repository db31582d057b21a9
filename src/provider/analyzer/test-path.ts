/** Folders and names that tests commonly have. */
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|spec|specs|testing|fixtures?|__fixtures__|mocks?|__mocks__|e2e)\//i;
const TEST_NAME = /(?:^|\/)(?:test_[^/]*|conftest|[^/]*(?:_test|[._-]spec|[._-]test|Test|Tests|Spec))\.[a-z]+$/;

/** Whether a path is that of a test, where unsafe code and made-up secrets stand on purpose. */
export function isTestPath(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path);
}
