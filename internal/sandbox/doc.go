// Package sandbox runs tasks on untrusted files in processes of their own. A process is the same program
// again, started with a hidden command. On Linux it limits its own memory and processor time before it reads
// anything; everywhere its parent ends it after a time limit. The name of a task and an input enter; the
// task's output leaves, or the reason why the input is refused. What the tasks do, and where files come from,
// does not belong here.
//
// runner.go starts tasks and process.go their processes; turns.go makes the tasks of one owner wait for each
// other. child.go runs in the process. frame.go is the message between the two.
package sandbox
