// Package sandbox runs tasks on untrusted files in processes of their own. A process is the same program
// again, started with a hidden command. On Linux it limits its own memory and processor time before it reads
// anything; everywhere its parent ends it after a time limit. It takes the name of a task and an
// input, and returns the output of the task, or the reason why the input is refused. What the tasks do, and where files come from,
// does not belong here.
//
// In the parent, runner.go runs tasks, child.go is one process, and turns.go makes the tasks of one owner wait
// for each other. process.go runs in the process. frame.go is the messages between the two.
package sandbox
