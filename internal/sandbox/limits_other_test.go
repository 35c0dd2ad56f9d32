//go:build !linux

package sandbox

const enforced = false

var systemTasks Tasks
