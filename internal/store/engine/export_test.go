package engine

// PoolerTimeout is poolerTimeout, for the tests of poolers.
var PoolerTimeout = &poolerTimeout
